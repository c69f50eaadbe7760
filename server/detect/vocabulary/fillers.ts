/** Sounds of hesitation, as a pattern's source. */
export const hesitations = 'um|uh|uhm|er|hmm';

/** Words before the value in an answer. */
export const answerWords = "um|uh|oh|so|yes|yeah|sure|ok|okay|it's|its|it is|that's";
