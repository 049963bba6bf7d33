/** The product's fonts, for a canvas. Archivo has no Arabic or Japanese; system fonts do. */
const families = "'Archivo Variable', ui-sans-serif, system-ui, sans-serif";

type TextStyle = { sizePx: number; weight?: number; isNarrow?: boolean };

export function fontOf({ sizePx, weight = 600, isNarrow = false }: TextStyle): string {
  return `${weight} ${isNarrow ? 'semi-condensed ' : ''}${sizePx}px ${families}`;
}

type Fit = TextStyle & {
  maxWidth: number;
  /** The smallest size before the text is cut. */
  leastPx: number;
  lines?: number;
};

/** Returns the lines of a text and their size: smaller until it fits, then cut with an ellipsis. */
function fitText(
  context: CanvasRenderingContext2D,
  text: string,
  { maxWidth, leastPx, lines: linesMax = 1, ...style }: Fit,
): { lines: string[]; sizePx: number } {
  const fits = (sizePx: number, count: number) => {
    context.font = fontOf({ ...style, sizePx });
    const lines = wrap(context, text, maxWidth);
    const isFit = lines.length <= count && lines.every((line) => context.measureText(line).width <= maxWidth);
    return isFit ? { lines, sizePx } : null;
  };
  // A slightly smaller line is better than a single last word.
  const oneLine =
    linesMax > 1 ? firstFit(style.sizePx, style.sizePx * 0.7, (sizePx) => fits(sizePx, 1)) : null;
  const fit = oneLine ?? firstFit(style.sizePx, leastPx, (sizePx) => fits(sizePx, linesMax));
  if (fit !== null) return fit;
  context.font = fontOf({ ...style, sizePx: leastPx });
  const lines = wrap(context, text, maxWidth);
  const rest = [...lines.slice(0, linesMax - 1), lines.slice(linesMax - 1).join('')];
  return { lines: rest.map((line) => cut(context, line, maxWidth)), sizePx: leastPx };
}

function firstFit<T>(fromPx: number, downToPx: number, fits: (sizePx: number) => T | null): T | null {
  for (let sizePx = fromPx; sizePx >= downToPx; sizePx -= 2) {
    const fit = fits(sizePx);
    if (fit !== null) return fit;
  }
  return null;
}

/** Scripts without spaces between words. */
const isUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

/** Returns the parts between which a line may break: at spaces, or in a language without them, between words. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const before = parts.at(-1);
    const isBreak =
      before === undefined || (/\s$/.test(before) && !/^\s/.test(segment)) || isUnspaced.test(segment);
    if (isBreak) parts.push(segment);
    else parts[parts.length - 1] = before + segment;
  }
  return parts;
}

function wrap(context: CanvasRenderingContext2D, text: string, maxWidth: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of partsOf(text)) {
    if (line !== '' && context.measureText(line + part.trimEnd()).width > maxWidth) {
      lines.push(line);
      line = part;
    } else line += part;
  }
  return [...lines, line];
}

function cut(context: CanvasRenderingContext2D, line: string, maxWidth: number): string {
  if (context.measureText(line.trimEnd()).width <= maxWidth) return line.trimEnd();
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > maxWidth) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

const isRightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Draws fitted lines from the left, down from `top`; returns where the next text may begin. */
export function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  { left, top, ...fit }: Fit & { left: number; top: number },
): number {
  const { lines, sizePx } = fitText(context, text, fit);
  context.font = fontOf({ ...fit, sizePx });
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.direction = isRightToLeft.test(text) ? 'rtl' : 'ltr';
  const lineHeight = sizePx * 1.12;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, left, top + sizePx * 0.88 + index * lineHeight);
  }
  return top + lines.length * lineHeight;
}
