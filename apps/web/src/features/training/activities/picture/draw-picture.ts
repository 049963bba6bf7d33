import { drawText, fontOf } from './canvas-text.ts';
import { lanesOf, type PictureFacts, type PictureLane } from './picture-facts.ts';

/** The two sizes, in pixels: for the feeds of phones, and for links and messages. */
export const pictureSizes = {
  portrait: { width: 1080, height: 1350, label: 'Tall', lanesMax: 8 },
  wide: { width: 1200, height: 630, label: 'Wide', lanesMax: 8 },
} as const;
export type PictureShape = keyof typeof pictureSizes;

/** The water of the landing page, the same in all modes: a picture has no mode. Contrast of text to `deep` and `shallow`: 7:1 at least. */
const colors = {
  shallow: '#125274',
  deep: '#0a2c44',
  ink: '#ffffff',
  quiet: '#c8dce8',
  buoy: 'rgb(255 255 255 / 40%)',
  wake: 'rgb(255 255 255 / 26%)',
  hull: '#f3e3c8',
  deck: '#8a4f1d',
  rower: '#0e2327',
  oar: '#e6b984',
  mark: '#e6b984',
  onMark: '#0e2327',
} as const;

type Box = { left: number; top: number; width: number; height: number };

/** Draws a result on a canvas of this size. Its fonts must have loaded. */
export function drawPicture(canvas: HTMLCanvasElement, facts: PictureFacts, shape: PictureShape): void {
  const { width, height, lanesMax } = pictureSizes[shape];
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas');
  const lanes = lanesOf(facts, lanesMax);
  if (shape === 'portrait') {
    drawWater(context, width, height);
    const below = drawWords(context, facts, { left: 72, top: 64, width: width - 144, height: 0 }, 1) + 48;
    drawField(context, lanes, { left: 0, top: below, width, height: height - below });
    return;
  }
  const words = { left: 56, top: 0, width: 540, height: 0 };
  // Their height is known after they are drawn; the water then covers them.
  const end = drawWords(context, facts, words, 0.66);
  drawWater(context, width, height);
  drawWords(context, facts, { ...words, top: Math.max(0, (height - end) / 2) }, 0.66);
  drawField(context, lanes, { left: 628, top: 0, width: width - 628, height });
}

function drawWater(context: CanvasRenderingContext2D, width: number, height: number): void {
  const water = context.createLinearGradient(0, 0, 0, height);
  water.addColorStop(0, colors.shallow);
  water.addColorStop(1, colors.deep);
  context.fillStyle = water;
  context.fillRect(0, 0, width, height);
}

/** Draws the athlete, the workout and the figures; returns where they end. `scale` of the sizes. */
function drawWords(context: CanvasRenderingContext2D, facts: PictureFacts, box: Box, scale: number): number {
  const { left, width } = box;
  const px = (size: number) => Math.round(size * scale);
  const text = (words: string, top: number, sizePx: number, leastPx: number, lines = 1, weight = 600) =>
    drawText(context, words, {
      left,
      top,
      maxWidth: width,
      sizePx: px(sizePx),
      leastPx: px(leastPx),
      lines,
      weight,
    });
  context.fillStyle = colors.quiet;
  let top = text(`${facts.product}  ·  ${facts.day}`, box.top, 32, 24, 1, 500) + px(36);
  context.fillStyle = colors.ink;
  top = text(facts.workout, top, 92, 52, 2, 680) + px(14);
  top = text(facts.athlete, top, 50, 36) + px(4);
  context.fillStyle = colors.quiet;
  if (facts.club !== null) top = text(facts.club, top, 36, 28, 1, 500);
  if (facts.marks.length > 0) top = drawMarks(context, facts.marks, left, top + px(16), px(32));
  return drawFigures(context, facts.figures, { ...box, top: top + px(30) }, px);
}

function drawMarks(
  context: CanvasRenderingContext2D,
  marks: readonly string[],
  left: number,
  top: number,
  sizePx: number,
): number {
  const height = sizePx * 1.6;
  let at = left;
  context.direction = 'ltr';
  context.font = fontOf({ sizePx, weight: 650 });
  for (const mark of marks) {
    const width = context.measureText(mark).width + sizePx * 1.2;
    context.fillStyle = colors.mark;
    context.beginPath();
    context.roundRect(at, top, width, height, height / 2);
    context.fill();
    context.fillStyle = colors.onMark;
    context.fillText(mark, at + sizePx * 0.6, top + sizePx * 1.15);
    at += width + sizePx * 0.5;
  }
  return top + height;
}

type Px = (size: number) => number;

/** The figure that decides across the width, the others below it. */
function drawFigures(
  context: CanvasRenderingContext2D,
  [first, ...others]: PictureFacts['figures'],
  { left, top, width }: Box,
  px: Px,
): number {
  const one = (figure: typeof first, at: Box, sizePx: number) => {
    const place = { left: at.left, maxWidth: at.width };
    context.fillStyle = colors.quiet;
    const below = drawText(context, figure.label, {
      ...place,
      top: at.top,
      sizePx: px(34),
      leastPx: px(24),
      weight: 500,
    });
    context.fillStyle = colors.ink;
    const style = { weight: 680, isNarrow: true, sizePx: px(sizePx), leastPx: px(48) };
    return drawText(context, figure.value, { ...place, ...style, top: below + px(2) });
  };
  const below = one(first, { left, top, width, height: 0 }, 184) + px(18);
  const column = width / others.length;
  const ends = others.map((figure, index) =>
    one(figure, { left: left + index * column, top: below, width: column - px(32), height: 0 }, 88),
  );
  return Math.max(...ends);
}

/** Lanes of water with a boat for each split; without splits one boat in the middle of six. */
function drawField(context: CanvasRenderingContext2D, lanes: readonly PictureLane[], box: Box): void {
  const count = lanes.length === 0 ? 6 : Math.max(3, lanes.length);
  const height = box.height / count;
  // Few lanes are in the middle, with open water beside them.
  const first = Math.floor((count - Math.max(1, lanes.length)) / 2);
  for (let index = 0; index < count; index += 1)
    drawBuoys(context, box.left, box.top + index * height, box.width);
  const water = waterOf(context, lanes, box, height);
  const boats: readonly (PictureLane | null)[] = lanes.length === 0 ? [null] : lanes;
  for (const [index, lane] of boats.entries()) {
    const middle = box.top + (first + index + 0.5) * height;
    // Half of the water between the split's number and its pace at most.
    const size = Math.min(1.5, height / 90, water.width / 2 / boatLength);
    const space = water.width - boatLength * size;
    const at = water.from + (boatLength * size) / 2 + (lane?.position ?? 0.6) * space;
    drawScull(context, { left: at, top: middle, size, from: water.from });
    if (lane !== null) drawLaneWords(context, lane, { ...box, top: middle, height });
  }
}

const lanePadding = 30;
const laneTextOf = (height: number) => Math.min(44, height * 0.55);
const labelFontOf = (height: number) => fontOf({ sizePx: laneTextOf(height) * 0.8, weight: 500 });
const paceFontOf = (height: number) => fontOf({ sizePx: laneTextOf(height), weight: 650 });

/** Returns the water between the longest number of a split and the longest pace. */
function waterOf(
  context: CanvasRenderingContext2D,
  lanes: readonly PictureLane[],
  { left, width }: Box,
  height: number,
): { from: number; width: number } {
  const widest = (font: string, texts: string[]) => {
    context.font = font;
    return Math.max(0, ...texts.map((text) => context.measureText(text).width)) + 2 * lanePadding;
  };
  if (lanes.length === 0) return { from: left, width };
  const before = widest(
    labelFontOf(height),
    lanes.map(({ label }) => label),
  );
  const after = widest(
    paceFontOf(height),
    lanes.map(({ pace }) => pace),
  );
  return { from: left + before, width: width - before - after };
}

function drawBuoys(context: CanvasRenderingContext2D, left: number, top: number, width: number): void {
  context.save();
  context.strokeStyle = colors.buoy;
  context.lineWidth = 5;
  context.lineCap = 'round';
  context.setLineDash([0, 34]);
  context.beginPath();
  context.moveTo(left + 17, top);
  context.lineTo(left + width, top);
  context.stroke();
  context.restore();
}

function drawLaneWords(context: CanvasRenderingContext2D, lane: PictureLane, box: Box): void {
  context.direction = 'ltr';
  context.textBaseline = 'middle';
  context.fillStyle = colors.quiet;
  context.textAlign = 'left';
  context.font = labelFontOf(box.height);
  context.fillText(lane.label, box.left + lanePadding, box.top);
  context.fillStyle = colors.ink;
  context.textAlign = 'right';
  context.font = paceFontOf(box.height);
  context.fillText(lane.pace, box.left + box.width - lanePadding, box.top);
}

/** The paths below need it. */
const boatLength = 156;

/** The paths of the lane field's scull, its bow to the right. */
const scullPaths = () => ({
  wake: new Path2D('M-74 0C-110-2-150-6-190-14M-74 0c-36 2-76 6-116 14'),
  hull: new Path2D('M-78 0C-40-7.5 40-7.5 78 0 40 7.5-40 7.5-78 0Z'),
  deck: new Path2D('M-22-3.4C-8-5 10-5 22-3.2v6.4C10 5-8 5-22 3.4Z'),
  port: new Path2D('M-4-5 14-30M10-33l8 6 6-8-8-6z'),
  starboard: new Path2D('M-4 5 14 30M10 33l8-6 6 8-8 6z'),
});

type Scull = { left: number; top: number; size: number; /** The start of its water. */ from: number };

function drawScull(context: CanvasRenderingContext2D, { left, top, size, from }: Scull): void {
  const scull = scullPaths();
  context.save();
  context.beginPath();
  context.rect(from, top - 60 * size, left - from + boatLength * size, 120 * size);
  context.clip();
  context.translate(left, top);
  context.scale(size, size);
  context.strokeStyle = colors.wake;
  context.lineWidth = 2;
  context.stroke(scull.wake);
  context.strokeStyle = colors.oar;
  context.fillStyle = colors.oar;
  for (const oar of [scull.port, scull.starboard]) {
    context.stroke(oar);
    context.fill(oar);
  }
  context.fillStyle = colors.hull;
  context.fill(scull.hull);
  context.fillStyle = colors.deck;
  context.fill(scull.deck);
  context.fillStyle = colors.rower;
  context.beginPath();
  context.arc(-1, 0, 4.6, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}
