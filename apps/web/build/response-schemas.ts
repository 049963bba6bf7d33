import type { Plugin } from 'vite';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The keys of an endpoint that `callApi` reads. The rest is only for the server and the API's document. */
const kept = new Set(['method', 'path', 'response']);

/** Returns the places of the properties, with their commas, that endpoints below a node don't need in a browser. */
function unneededBelow(value: unknown, code: string): Array<{ start: number; end: number }> {
  if (Array.isArray(value)) return value.flatMap((each) => unneededBelow(each, code));
  if (!isNode(value)) return [];
  if (value.type === 'CallExpression' && isNode(value['callee']) && value['callee']['name'] === 'endpoint') {
    const [definition] = Array.isArray(value['arguments']) ? value['arguments'] : [];
    if (!isNode(definition) || !Array.isArray(definition['properties'])) return [];
    return definition['properties'].flatMap((property: unknown) => {
      if (!isNode(property) || !isNode(property['key']) || kept.has(String(property['key']['name'])))
        return [];
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
      return [{ start: property.start, end: property.end + comma }];
    });
  }
  return Object.values(value).flatMap((each) => unneededBelow(each, code));
}

/** Returns the code of a module without the parts of its endpoints that only the server needs. */
export function withoutRequestSchemas(code: string, program: unknown): string {
  let shorter = '';
  let from = 0;
  for (const { start, end } of unneededBelow(program, code)) {
    shorter += code.slice(from, start);
    from = end;
  }
  return shorter + code.slice(from);
}

/** Returns the first expression of a module that reads what the build leaves out, or null. */
export function readOfRequestSchema(code: string): string | null {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']@boathouse\/contract\/[^"']+["']/g);
  const names = [...imports].flatMap(([, list = '']) => list.match(/\b[a-z]\w*/g) ?? []);
  if (names.length === 0) return null;
  const read = new RegExp(
    `\\b(${names.join('|')})\\.\\w+\\.(params|query|body|auth|quota|consumes|produces)\\b`,
  );
  return read.exec(code)?.[0] ?? null;
}

/**
 * Removes parts of the contract's endpoints that the app doesn't read, above all the schemas of requests: only the
 * server checks those. A phone needs about as long to create a schema as to load it.
 */
export function responseSchemas(): Plugin {
  return {
    name: 'response-schemas',
    apply: 'build',
    transform(code, id) {
      if (id.includes('/apps/web/src/')) {
        const read = readOfRequestSchema(code);
        if (read !== null) throw new Error(`${id} reads ${read}, which the build leaves out`);
      }
      if (!id.includes('/packages/contract/src/') || !code.includes('endpoint(')) return null;
      return { code: withoutRequestSchemas(code, this.parse(code)), map: null };
    },
  };
}
