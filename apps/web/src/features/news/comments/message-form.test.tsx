// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { idOf } from '../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import { wouldLose } from '../../../lib/unsaved/unload-warning.ts';
import { MessageForm } from './message-form.tsx';

afterEach(cleanUp);

test('[SOCIAL-1] a page with a half-typed message does not close or reload without a question, until the message is saved', async () => {
  const onSubmit = vi.fn(async () => true);
  openPage(<MessageForm parent={idOf(1)} label="Write a comment" submit="Comment" {...{ onSubmit }} />, '/');
  const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } });
  expect(wouldLose()).toBe(false);
  type('Strong fin');
  expect(wouldLose()).toBe(true);
  type(' ');
  expect(wouldLose()).toBe(false);
  type('Strong finish!');
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
  expect(wouldLose()).toBe(true);
  await waitFor(() => expect(wouldLose()).toBe(false));
  expect(onSubmit).toHaveBeenCalledWith('Strong finish!');
});
