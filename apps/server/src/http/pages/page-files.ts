import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const filesSchema = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) });
/** Written by the build of the web app (`apps/web/build/page-files.ts`). */
const pagesSchema = z.object({ pages: z.record(z.string(), filesSchema), fonts: z.array(z.string()) });

/** The pattern of the page for unknown paths. */
const anyOther = '/*';

export type PageMatch = { pattern: string; params: Record<string, string> };

/** The pages of the built web app, and the files that each of them loads. */
export type PageFiles = {
  /** Finds the page that a path shows, or null. */
  match(path: string): PageMatch | null;
  /** Returns the `link` elements that have the browser load a page's files together with its HTML. */
  linksOf(pattern: string): string;
};

/** @param page the HTML, which already loads some of the files. A folder without `pages.json` has no known pages. */
export function readPageFiles(folder: string, page: string): PageFiles {
  const path = join(folder, 'pages.json');
  const { pages, fonts } = existsSync(path)
    ? pagesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    : { pages: {}, fonts: [] };
  const isMissing = (url: string) => !page.includes(`"${url}"`);
  const linksByPattern = new Map(
    Object.entries(pages).map(([pattern, { scripts, styles }]) => [
      pattern,
      [
        ...styles.filter(isMissing).map((url) => `<link rel="stylesheet" crossorigin href="${url}">`),
        ...fonts.map((url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`),
        ...scripts.filter(isMissing).map((url) => `<link rel="modulepreload" crossorigin href="${url}">`),
      ].join(''),
    ]),
  );
  const patterns = Object.keys(pages).map((pattern) => ({ pattern, segments: pattern.split('/') }));
  return {
    match(path) {
      const given = path.replace(/(?<=.)\/+$/, '').split('/');
      for (const { pattern, segments } of patterns) {
        const params = paramsOf(segments, given);
        if (params !== null) return { pattern, params };
      }
      return anyOther in pages ? { pattern: anyOther, params: {} } : null;
    },
    linksOf: (pattern) => linksByPattern.get(pattern) ?? '',
  };
}

function paramsOf(segments: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (segments.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? '';
    if (!segment.startsWith(':')) {
      if (segment.toLowerCase() !== value.toLowerCase()) return null;
      continue;
    }
    try {
      params[segment.slice(1)] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return params;
}
