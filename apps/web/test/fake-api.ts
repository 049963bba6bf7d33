import { vi } from 'vitest';

export type Call = {
  method: string;
  path: string;
  query: Record<string, string>;
  /** The JSON body; empty for a file. */
  body: Record<string, unknown>;
};
export type Reply = { status?: number; body: unknown };

export function refusal(status: number, message: string, code = 'bad_request'): Reply {
  return {
    status,
    body: { code, message, errorId: 'e' },
  };
}

/** An in-memory API for the pages of one noun; a subclass defines the default responses. */
export abstract class FakeApi {
  /** A test's own responses by call, such as `GET /api/users/search`; undefined falls back to the default. */
  replies: Record<string, (call: Call) => Reply | undefined | Promise<Reply | undefined>> = {};
  calls: Call[] = [];

  protected abstract usual(call: Call): Reply;

  fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname: path, searchParams } = new URL(url, 'http://api');
    const body: Record<string, unknown> = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    const call: Call = { method: init.method ?? 'GET', path, query: Object.fromEntries(searchParams), body };
    this.calls.push(call);
    const reply = (await this.replies[`${call.method} ${path}`]?.(call)) ?? this.usual(call);
    return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 });
  };

  asked(method: string, path: string): Call[] {
    return this.calls.filter((call) => call.method === method && call.path === path);
  }

  /** Calls that change data, in order. */
  changes(): Call[] {
    return this.calls.filter(({ method }) => method !== 'GET');
  }
}

class StubbedApi extends FakeApi {
  readonly #reply: (call: Call) => Reply;

  constructor(reply: (call: Call) => Reply) {
    super();
    this.#reply = reply;
  }

  protected override usual(call: Call): Reply {
    return this.#reply(call);
  }
}

/** Replaces fetch: every call of the page gets its response from the test. */
export function stubReplies(reply: (call: Call) => Reply): FakeApi {
  const api = new StubbedApi(reply);
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

/**
 * Replaces fetch for pages that only read.
 * @param answer returns the body for a path and its query; undefined is an error
 * @returns the calls
 */
export function stubApi(answer: (path: string, query: Record<string, string>) => unknown): Call[] {
  const { calls } = stubReplies(({ path, query }) => {
    const body = answer(path, query);
    return body === undefined ? refusal(400, 'No.') : { body };
  });
  return calls;
}
