import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
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

describe('an image that is not chosen from the files', () => {
  const group = () => screen.getByRole('group', { name: 'Photo' });
  /** Dispatches an event with files, like the browser; returns whether the page prevents the browser's default. */
  const give = async (target: Element, type: string, files: File[]) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    const data = { types: ['Files'], files, dropEffect: 'none' };
    Object.assign(event, type === 'paste' ? { clipboardData: data } : { dataTransfer: data });
    await act(async () => void target.dispatchEvent(event));
    return event.defaultPrevented;
  };

  test('is dropped on the picker, which shows that it accepts it, and uploaded', async () => {
    const { files } = show();
    await give(group(), 'dragover', [png()]);
    expect(group().dataset['over']).toBe('true');
    await give(group(), 'drop', [png('water.png')]);
    expect(group().dataset['over']).toBe('false');
    expect(files.map(({ name }) => name)).toEqual(['water.png']);
  });

  test('is pasted while the field has the focus, and uploaded', async () => {
    const { files } = show();
    await give(input(), 'paste', [png('copied.png')]);
    expect(files.map(({ name }) => name)).toEqual(['copied.png']);
  });

  test('is not accepted outside the picker, and the browser does not open it', async () => {
    const { files } = show();
    expect(await give(document.body, 'drop', [png()])).toBe(true);
    expect(await give(document.body, 'paste', [png()])).toBe(false);
    expect(files).toEqual([]);
  });

  test('is checked like a chosen one, and only one is accepted', async () => {
    const { files } = show();
    await give(group(), 'drop', [new File(['text'], 'me.txt', { type: 'text/plain' })]);
    expect(alert()).toMatch(/Choose an image/);
    await give(group(), 'drop', [png(), png()]);
    expect(alert()).toBe('Choose one image at a time.');
    expect(files).toEqual([]);
  });

  test('is not accepted while another is uploaded', async () => {
    const { files } = show();
    await choose(png('first.png'));
    await give(group(), 'drop', [png('second.png')]);
    expect(files.map(({ name }) => name)).toEqual(['first.png']);
  });

  test('is offered in the description of the field', () => {
    show();
    const [hint] = input().getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(document.getElementById(hint ?? '')?.textContent).toContain('drop an image here, or paste one');
  });
});
