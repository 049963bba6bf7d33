import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { ImagePicker } from './image-picker.tsx';

type Upload = Parameters<typeof ImagePicker>[0]['upload'];
type Hooks = Parameters<Upload>[1];

const png = (name = 'me.png') => new File([new Uint8Array(1000)], name, { type: 'image/png' });
const previews: string[] = [];

beforeEach(() => {
  previews.length = 0;
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => {
        previews.push(`blob:${previews.length}`);
        return previews.at(-1) ?? '';
      };
      static override revokeObjectURL = (url: string) => void previews.splice(previews.indexOf(url), 1);
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A picker whose upload waits until the test ends it. */
function show(imageURL: string | null = null) {
  const files: File[] = [];
  const uploaded: string[] = [];
  let hooks: Hooks | undefined;
  let end: { stored: (path: string) => void; failed: (error: Error) => void } | undefined;
  const upload: Upload = (file, given) => {
    files.push(file);
    hooks = given;
    return new Promise((stored, failed) => {
      end = { stored, failed };
      given.signal.addEventListener('abort', () => failed(new Error('aborted')));
    });
  };
  const view = render(
    <ImagePicker
      label="Photo"
      imageURL={imageURL}
      shape="icon"
      upload={upload}
      onUploaded={(path) => void uploaded.push(path)}
    />,
  );
  return {
    ...view,
    files,
    uploaded,
    hooks: () => {
      if (!hooks) throw new Error('Nothing is being uploaded');
      return hooks;
    },
    settle: (change: (upload: NonNullable<typeof end>) => void) =>
      act(async () => {
        if (!end) throw new Error('Nothing is being uploaded');
        change(end);
      }),
    image: () => view.container.querySelector('img')?.getAttribute('src') ?? null,
  };
}

const input = () => screen.getByLabelText<HTMLInputElement>('Photo: choose an image');
const choose = (file: File) => act(async () => void fireEvent.change(input(), { target: { files: [file] } }));
const alert = () => screen.getByRole('alert').textContent;

describe('the image picker', () => {
  test('[SET-2] accepts only images, with a field that the keyboard reaches', () => {
    show();
    expect(input().accept).toBe('image/jpeg,image/png,image/webp,image/gif,image/avif');
    input().focus();
    expect(document.activeElement).toBe(input());
  });

  test('[SET-2] rejects other files with a message, and uploads nothing', async () => {
    const { files } = show();
    await choose(new File(['%PDF'], 'me.png', { type: 'application/pdf' }));
    expect(alert()).toBe('Choose an image: JPEG, PNG, WebP, GIF or AVIF.');
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(files).toEqual([]);
  });

  test('[SET-2] previews the chosen image, shows the progress, and returns the path', async () => {
    const picker = show('/files/usericons/a/old.webp');
    expect(picker.image()).toBe('/files/usericons/a/old.webp');
    await choose(png());
    expect(picker.image()).toBe('blob:0');
    act(() => picker.hooks().onProgress(250, 1000));
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Uploading me.png' });
    expect([bar.value, bar.max]).toEqual([250, 1000]);
    expect(screen.getByText('25%')).toBeTruthy();
    await picker.settle((upload) => upload.stored('/files/usericons/a/new.webp'));
    expect(picker.uploaded).toEqual(['/files/usericons/a/new.webp']);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(previews).toEqual([]);
  });

  test('[SET-2] Cancel restores the previous image without an error, and keeps the focus', async () => {
    const picker = show('/files/usericons/a/old.webp');
    await choose(png());
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })));
    expect(picker.hooks().signal.aborted).toBe(true);
    expect(picker.image()).toBe('/files/usericons/a/old.webp');
    expect([alert(), picker.uploaded, previews]).toEqual(['', [], []]);
    expect(document.activeElement).toBe(input());
  });

  test('[STORE-3] shows why the upload failed, and accepts the same file again', async () => {
    const picker = show();
    await choose(png());
    await picker.settle((upload) => upload.failed(new ApiError(402, null)));
    expect(alert()).toMatch(/quota is exceeded/);
    await choose(png());
    expect(alert()).toBe('');
    expect(picker.files).toHaveLength(2);
  });

  test('[SET-2] cancels the upload when it is unmounted', async () => {
    const picker = show();
    await choose(png());
    picker.unmount();
    expect(picker.hooks().signal.aborted).toBe(true);
  });
});
