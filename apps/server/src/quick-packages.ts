// Loaded before the server: finds Drizzle's modules by their URLs alone. Node 26.10 parses the whole package.json of a package
// for each import of it and for each of its modules, and Drizzle's has 179 kB: a third of the time until a server is ready.
import { registerHooks } from 'node:module';

const name = 'drizzle-orm';
const home = new URL('./', import.meta.resolve(name)).href;
const entries = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    // Another file than an import gets.
    if (context.conditions.includes('require')) return next(specifier, context);
    const isOwn = specifier.startsWith('.') && context.parentURL?.startsWith(home);
    const isEntry = specifier === name || specifier.startsWith(`${name}/`);
    if (!isOwn && !isEntry) return next(specifier, context);
    const url = isEntry
      ? (entries.get(specifier) ?? next(specifier, context).url)
      : new URL(specifier, context.parentURL).href;
    if (isEntry) entries.set(specifier, url);
    return { url, format: 'module', shortCircuit: true };
  },
});
