/** Reads a streamed reply piece by piece, so that a test can look at what is there so far. */
export interface StreamReader {
  /** Reads until the text so far is as wanted; throws when the stream ends before. */
  until(wanted: (text: string) => boolean): Promise<void>;
  /** Reads to the end and resolves with the whole text. */
  rest(): Promise<string>;
}

export function reading(response: Response): StreamReader {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  const more = async (): Promise<boolean> => {
    const part = await reader?.read();
    text += decoder.decode(part?.value, { stream: true });
    return part?.done === false;
  };
  return {
    until: async (wanted) => {
      while (!wanted(text)) {
        if (!(await more())) throw new Error('the stream ended too early');
      }
    },
    rest: async () => {
      while (await more());
      return text;
    },
  };
}
