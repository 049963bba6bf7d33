import type { Activity } from '@boathouse/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { dayOf, viewerTimeZone } from '../../../../lib/format.ts';
import { productQuery } from '../../../../lib/product.ts';
import { saveFile } from '../../../../ui/link/save-file.ts';
import { Button } from '../../../../ui/button.tsx';
import { LinkDialog } from '../../../../ui/link/link-dialog.tsx';
import { segmentsClass } from '../../../../ui/tabs.ts';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { personalBestsOf, pieceNames } from '../../statistics/index.ts';
import { clubOf } from '../result/api.ts';
import { fontOf } from './canvas-text.ts';
import { drawPicture, pictureSizes, type PictureShape } from './draw-picture.ts';
import styles from './picture-dialog.module.css';
import { pictureFactsOf, pictureInWords, type PictureFacts } from './picture-facts.ts';

const shapes = ['portrait', 'wide'] as const;

/** Draws a result as a picture, which can be saved or shared from here and is not sent anywhere else. */
export function PictureDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const [shape, setShape] = useState<PictureShape>('portrait');
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const facts = useFacts(activity);
  const isDrawn = useDrawing(canvasRef, facts, shape);
  const { width, height } = pictureSizes[shape];
  const name = fileNameOf(activity, shape);
  return (
    <LinkDialog
      title="Your result as a picture"
      about="Drawn on this device. It goes only where you send it."
      onClose={onClose}
      actions={
        <>
          {canShareFiles() && (
            <Button isBusy={!isDrawn} onClick={() => void sharePicture(canvasRef.current, name)}>
              Share
            </Button>
          )}
          <Button look="primary" isBusy={!isDrawn} onClick={() => void savePicture(canvasRef.current, name)}>
            Save
          </Button>
        </>
      }
    >
      <div role="group" aria-label="Size" className={segmentsClass}>
        {shapes.map((each) => (
          <button key={each} type="button" aria-pressed={each === shape} onClick={() => setShape(each)}>
            {pictureSizes[each].label} {pictureSizes[each].width} × {pictureSizes[each].height}
          </button>
        ))}
      </div>
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={facts === null ? 'The picture is being drawn' : pictureInWords(facts)}
        width={width}
        height={height}
        data-shape={shape}
        className={styles.preview}
      />
    </LinkDialog>
  );
}

/** Returns the picture's texts, once they are known; without the club's name if that can't be loaded. */
function useFacts(activity: Activity): PictureFacts | null {
  const product = useQuery(productQuery);
  const club = useQuery(clubOf(activity));
  const bests = useQuery(personalBestsOf(activity.user._id));
  const isLoading = product.isPending || club.isLoading || bests.isPending;
  const productName = product.data?.name ?? '';
  const clubName = club.data ?? null;
  const best = bests.data?.find((each) => each.activity === activity._id);
  const bestName = best === undefined ? null : pieceNames[best.piece];
  return useMemo(
    () => (isLoading ? null : pictureFactsOf(activity, { product: productName, club: clubName, bestName })),
    [isLoading, activity, productName, clubName, bestName],
  );
}

type Drawn = { facts: PictureFacts; shape: PictureShape };

/** Draws once the fonts have loaded, and again when the facts or the size change. */
function useDrawing(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  facts: PictureFacts | null,
  shape: PictureShape,
): boolean {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    if (facts === null) return;
    let isGone = false;
    const draw = () => {
      const canvas = canvasRef.current;
      if (isGone || canvas === null) return;
      drawPicture(canvas, facts, shape);
      setDrawn({ facts, shape });
    };
    void loadFonts(facts)
      .catch(() => undefined)
      .then(painted)
      .then(draw);
    return () => {
      isGone = true;
    };
  }, [canvasRef, facts, shape]);
  return drawn !== null && drawn.facts === facts && drawn.shape === shape;
}

/** Resolves after the next frame: drawing takes a phone a tenth of a second, and the press is shown first. */
const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Loads the parts of the font that the texts need; a system font replaces parts that can't be loaded. */
function loadFonts({ workout, athlete, club }: PictureFacts): Promise<unknown> {
  const text = `0123456789:.${workout}${athlete}${club ?? ''}`;
  const styles = [500, 600, 650, 680].map((weight) => fontOf({ sizePx: 40, weight }));
  return Promise.all(
    [...styles, fontOf({ sizePx: 40, weight: 680, isNarrow: true })].map((font) =>
      document.fonts.load(font, text),
    ),
  );
}

function fileNameOf({ workout, createdAt }: Activity, shape: PictureShape): string {
  const slug = workout
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${slug || 'result'}-${dayOf(createdAt, viewerTimeZone()).toString()}-${shape}.png`;
}

function fileOf(canvas: HTMLCanvasElement | null, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    if (canvas === null) reject(new Error('The dialog is closed'));
    canvas?.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture is too large'));
      else resolve(new File([blob], name, { type: 'image/png' }));
    }, 'image/png');
  });
}

const action = 'picture of a result';

async function savePicture(canvas: HTMLCanvasElement | null, name: string): Promise<void> {
  try {
    saveFile(await fileOf(canvas, name), name);
    showToast('Picture saved', action);
  } catch {
    showErrorToast("The picture couldn't be saved. Try again, or take a screenshot.", { action });
  }
}

function canShareFiles(): boolean {
  const file = new File([], 'result.png', { type: 'image/png' });
  return 'canShare' in navigator && navigator.canShare({ files: [file] });
}

async function sharePicture(canvas: HTMLCanvasElement | null, name: string): Promise<void> {
  try {
    await navigator.share({ files: [await fileOf(canvas, name)] });
  } catch (error) {
    // Closing the sheet is an answer.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    showErrorToast("The picture couldn't be shared. Save it instead.", { action });
  }
}
