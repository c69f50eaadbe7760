/** Words and numbers in one line, with the signs of sentences; a full stop ends a word. */
const speech = /^(?:[\p{L}\p{M}\p{N} ,?!'’-]|\.(?=[ .]|$))*$/u;
/**
 * What may be more than words nevertheless: base64, the header of a message of machines, and "surname like Lee" as
 * queries have it.
 */
const notation =
  /[A-Z\d-]{16}|(?:MSH|ISA)[^\p{L}\p{N} ]|(?<!\b(?:would|'d|you|I|we|just|feels?|looks?|sounds?)) i?like /iu;
/** What may be a few characters of base64: a word that has a capital behind a small letter or a digit. */
const mixed = /(?<![A-Za-z\d-])(?=[A-Za-z\d-]{10})[A-Za-z\d-]*[a-z\d][A-Z]/;
/** Shorter than what is cut for the search (design D43). */
const longest = 2_000;

/** Whether a text is words as people say them: it holds no JSON, form data, base64 or document. */
export function isPlainSpeech(text: string): boolean {
  return text.length <= longest && speech.test(text) && !notation.test(text) && !mixed.test(text);
}
