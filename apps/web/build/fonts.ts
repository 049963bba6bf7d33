import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const styleSheet = '@fontsource-variable/archivo/wdth.css';
const require = createRequire(import.meta.url);
const cache = fileURLToPath(new URL('../../../node_modules/.cache/fonts', import.meta.url));

/** The weights and widths that the style sheets use; a test compares. A width above 100 would cost every page 20 kB. */
export const fontAxes = { wght: { min: 400, max: 800 }, wdth: { min: 66, max: 100 } };

/**
 * Replaces the style sheet of Archivo by one whose files have only these parts of its axes: 55 kB instead of 90 kB on a
 * first load. They are made once and stored below node_modules.
 */
export function narrowFonts(): Plugin {
  return {
    name: 'narrow-fonts',
    async config() {
      return { resolve: { alias: { [styleSheet]: await narrowStyleSheet() } } };
    },
  };
}

async function narrowStyleSheet(): Promise<string> {
  const source = require.resolve(styleSheet);
  const css = readFileSync(source, 'utf8');
  const hash = createHash('sha256')
    .update(css)
    .update(JSON.stringify(fontAxes))
    .update(readFileSync(import.meta.filename));
  const folder = join(cache, hash.digest('hex').slice(0, 16));
  const made = join(folder, 'archivo.css');
  if (existsSync(made)) return made;
  const making = `${folder}-${process.pid}`;
  mkdirSync(join(making, 'files'), { recursive: true });
  for (const [, file = '', ranges = ''] of css.matchAll(
    /url\(\.\/(\S+?\.woff2)\)[^]*?unicode-range: ([^;]+);/g,
  )) {
    const font = readFileSync(join(dirname(source), file));
    const narrow = await subsetFont(font, textOf(ranges), { targetFormat: 'woff2', variationAxes: fontAxes });
    writeFileSync(join(making, file), narrow);
  }
  const { wght, wdth } = fontAxes;
  const narrowed = css
    .replaceAll(/font-weight: [^;]+/g, `font-weight: ${wght.min} ${wght.max}`)
    .replaceAll(/font-stretch: [^;]+/g, `font-stretch: ${wdth.min}% ${wdth.max}%`);
  writeFileSync(join(making, 'archivo.css'), narrowed);
  // Another build may have made it in the meantime.
  if (existsSync(made)) rmSync(making, { recursive: true });
  else renameSync(making, folder);
  return made;
}

/** Returns the characters of a CSS `unicode-range`. */
export function textOf(ranges: string): string {
  const characters = ranges.split(',').flatMap((range) => {
    const [, first = '', last = first] = /^U\+([\da-f]+)(?:-([\da-f]+))?$/i.exec(range.trim()) ?? [];
    const from = parseInt(first, 16);
    const to = parseInt(last, 16);
    if (Number.isNaN(from + to)) throw new Error(`No range of characters: ${range}`);
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  });
  return characters.join('');
}
