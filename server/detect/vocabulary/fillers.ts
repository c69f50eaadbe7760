/** Sounds of hesitation, as a pattern's source. */
export const hesitations = 'um|uh|uhm|er|hmm';
