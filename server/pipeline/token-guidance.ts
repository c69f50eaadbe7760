/**
 * How a model is to treat tokens, said without one that it could repeat (design D39). The webhook
 * writes it into the prompt of a call; the proxy adds it for agents whose platform has its own.
 */
export const tokenGuidance =
  'Some private values in this conversation are written as codes that begin with TOK1 and hold ' +
  'dots. Treat a code as the value it stands for. When you use one, repeat it exactly, character ' +
  'by character. Never alter, shorten, spell out, explain or invent a code.';
