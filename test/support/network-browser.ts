import { CookieJar } from '../unit/http/support.ts';

/** What a person at a browser does with a form; undefined leaves it alone. */
export type FillIn = (prompt: string) => Readonly<Record<string, string>> | undefined;

/** Says who they are, and agrees to everything. */
export const agreeingAs =
  (user: string): FillIn =>
  (prompt) =>
    prompt === 'login' ? { user } : { choice: 'agree' };
export const agreeing = agreeingAs('subject-1');

/** Where a walk ended: every address in order, and the last answer with its text. */
export interface Walk {
  readonly visited: readonly string[];
  readonly response: Response;
  readonly body: string;
}

/**
 * A browser that follows redirects over the network and fills in forms, with a cookie jar for each
 * host and port.
 */
export class NetworkBrowser {
  readonly #jars = new Map<string, CookieJar>();

  jar(url: string): CookieJar {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new CookieJar();
    this.#jars.set(host, jar);
    return jar;
  }

  /** Goes no further than an address that has `stopAt` in it. */
  async walk(
    start: string,
    { fillIn = agreeing, stopAt }: { fillIn?: FillIn; stopAt?: string } = {},
  ): Promise<Walk> {
    const visited = [start];
    let { response, body } = await this.#send(start);
    for (let step = 0; step < 20; step += 1) {
      const here = visited.at(-1) ?? '';
      const location = response.headers.get('location');
      if (location !== null) {
        const next = new URL(location, here).href;
        visited.push(next);
        if (stopAt !== undefined && next.includes(stopAt)) break;
        ({ response, body } = await this.#send(next));
        continue;
      }
      const fields = filled(body, fillIn);
      if (fields === undefined) break;
      ({ response, body } = await this.#send(here, fields));
    }
    return { visited, response, body };
  }

  async #send(url: string, form?: Readonly<Record<string, string>>) {
    const jar = this.jar(url);
    const cookie = jar.header(new URL(url).pathname);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    jar.take(response.headers.getSetCookie());
    return { response, body: await response.text() };
  }
}

function filled(body: string, fillIn: FillIn): Readonly<Record<string, string>> | undefined {
  const prompt = /<form [^>]*data-prompt="(\w+)"/.exec(body)?.[1];
  return prompt === undefined ? undefined : fillIn(prompt);
}
