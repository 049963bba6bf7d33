/** Cache Storage in memory, as far as shared files and the settings of a device use it. */
export function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const keyOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request));

  function open(name: string) {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return Promise.resolve({
      put: async (request: RequestInfo | URL, response: Response) =>
        void entries.set(new URL(keyOf(request), 'https://row.example').href, response.clone()),
      match: async (request: RequestInfo | URL) =>
        entries.get(new URL(keyOf(request), 'https://row.example').href)?.clone(),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    });
  }

  return {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    /** The responses stored under a name, in order. */
    filesOf: (name: string) =>
      Promise.all(
        [...(stored.get(name)?.values() ?? [])].map(async (response) => ({
          headers: response.headers,
          text: await response.clone().text(),
        })),
      ),
  };
}
