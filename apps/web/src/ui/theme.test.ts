// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modes, tints, type Mode, type Tint } from './appearance.ts';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

/** Returns the custom properties of the block whose selector list contains `selector`. */
function declarations(selector: string): Record<string, string> {
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors.split(',').some((one) => one.trim().endsWith(selector))) continue;
    return Object.fromEntries(
      [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
    );
  }
  throw new Error(`theme.css has no block ${selector}`);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) throw new Error('A color is missing in theme.css');
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function palette(mode: Mode, tint: Tint): Record<string, string> {
  return {
    ...declarations(`[data-mode='${mode}']`),
    ...declarations(`[data-mode='${mode}'][data-tint='${tint}']`),
  };
}

const grounds = ['bg', 'surface', 'raised'];

test.each(['ink', 'ink-2', 'accent', 'wood', 'good', 'bad'])(
  '%s is readable on paper, in every mode',
  (text) => {
    const colors = declarations(':root[data-mode]');
    for (const ground of grounds) expect(contrast(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5);
  },
);

describe.each(modes.flatMap((mode) => tints.map((tint) => ({ mode, tint }))))(
  '$mode with $tint',
  ({ mode, tint }) => {
    const colors = palette(mode, tint);

    test.each(['ink', 'ink-2', 'accent', 'wood', 'good', 'bad'])(
      '%s is readable on every background',
      (text) => {
        for (const ground of grounds)
          expect(contrast(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5);
      },
    );

    test('the text of an accented button is readable', () => {
      expect(contrast(colors['on-accent'], colors['accent'])).toBeGreaterThanOrEqual(4.5);
    });

    test('the outline of a control is visible', () => {
      for (const ground of grounds)
        expect(contrast(colors['control'], colors[ground])).toBeGreaterThanOrEqual(3);
    });
  },
);
