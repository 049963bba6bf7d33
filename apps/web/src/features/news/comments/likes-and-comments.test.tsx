// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmDialogMs } from '../../../ui/dialog/confirm-dialog.tsx';
import { buildPerson, idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { buildComment, buildReply, FakeCommentsApi } from '../../../../test/comments/fake-comments-api.ts';
import { LikesAndComments } from './likes-and-comments.tsx';

const activityId = idOf(100);
const [ben, cleo] = [buildPerson(2, 'Ben'), buildPerson(3, 'Cleo')];
const ofBen = buildComment({ _id: idOf(10), parent: activityId, user: ben, message: 'Strong finish!' });
let api: FakeCommentsApi;

beforeEach(() => {
  api = new FakeCommentsApi();
  api.people = [mara, ben, cleo];
  vi.stubGlobal('fetch', api.fetch);
});
afterEach(cleanUp);

const show = () => openPage(<LikesAndComments activityId={activityId} viewerId={mara._id} />, '/dashboard');

async function open(count: string) {
  show();
  fireEvent.click(await screen.findByRole('button', { name: count }));
  // The panel is a separate chunk.
  await screen.findByRole('textbox', { name: 'Write a comment' });
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const said = async (...titles: string[]) =>
  waitFor(() =>
    expect(toasts().map(({ title, isError }) => `${isError ? 'Error: ' : ''}${title}`)).toEqual(titles),
  );

/** Made by the page, so that a repeated call stores the message once. */
const aNewId: unknown = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/);

describe('likes', () => {
  const like = () => screen.getByRole('button', { name: /^Like/ });

  test('[SOCIAL-3] [UI-3] show the abbreviated count and whether the viewer likes it', async () => {
    api.likes = Array.from({ length: 1299 }, (_, index) => ({
      activity: activityId,
      user: idOf(1000 + index),
    }));
    api.likes.push({ activity: activityId, user: mara._id });
    show();
    await waitFor(() => expect(like().textContent).toBe('Like1.3k'));
    expect(like().getAttribute('aria-pressed')).toBe('true');
  });

  test('[SOCIAL-3] can be added and removed, each with a toast', async () => {
    api.likes = [{ activity: activityId, user: ben._id }];
    show();
    await waitFor(() => expect(like().textContent).toBe('Like1'));
    expect(like().getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(like());
    await waitFor(() => expect(like().textContent).toBe('Like2'));
    expect(like().getAttribute('aria-pressed')).toBe('true');
    await said('Like submitted');
    fireEvent.click(like());
    await waitFor(() => expect(like().textContent).toBe('Like1'));
    await said('Like submitted', 'Unlike submitted');
    const wanted = { user: mara._id, parent: activityId };
    expect(
      api.changes().map(({ method, body, query }) => [method, method === 'POST' ? body : query]),
    ).toEqual([
      ['POST', wanted],
      ['DELETE', wanted],
    ]);
  });

  /** Delays the responses to likes until it is called. */
  function holdResponses() {
    let respond = () => {};
    const mayRespond = new Promise<void>((resolve) => (respond = resolve));
    const wait = async () => {
      await mayRespond;
      return undefined;
    };
    api.replies['POST /api/likes'] = wait;
    api.replies['DELETE /api/likes'] = wait;
    return () => respond();
  }
  const sent = () => api.changes().map(({ method }) => method);

  test.each([
    [1, 'Like2', ['POST'], ['Like submitted']],
    [2, 'Like1', ['POST', 'DELETE'], ['Like submitted', 'Unlike submitted']],
    [3, 'Like2', ['POST'], ['Like submitted']],
    [4, 'Like1', ['POST', 'DELETE'], ['Like submitted', 'Unlike submitted']],
  ])('[SOCIAL-3] %i fast presses end in the state of the last', async (presses, end, requests, titles) => {
    api.likes = [{ activity: activityId, user: ben._id }];
    show();
    await waitFor(() => expect(like().textContent).toBe('Like1'));
    const respond = holdResponses();
    fireEvent.click(like());
    await waitFor(() => expect(sent()).toEqual(['POST']));
    for (let press = 2; press <= presses; press += 1) fireEvent.click(like());
    await waitFor(() => expect(like().textContent).toBe(end));
    respond();
    await waitFor(() => expect(like().getAttribute('aria-busy')).toBe(null));
    await said(...titles);
    expect(sent()).toEqual(requests);
    expect(like().textContent).toBe(end);
    expect(api.likes).toHaveLength(1 + (presses % 2));
  });

  test('[SOCIAL-3] two presses at once send nothing', async () => {
    api.likes = [{ activity: activityId, user: ben._id }];
    show();
    await waitFor(() => expect(like().textContent).toBe('Like1'));
    fireEvent.click(like());
    fireEvent.click(like());
    await waitFor(() => expect(like().getAttribute('aria-busy')).toBe('true'));
    await waitFor(() => expect(like().getAttribute('aria-busy')).toBe(null));
    expect(like().textContent).toBe('Like1');
    expect(sent()).toEqual([]);
  });

  test("[SOCIAL-3] a refusal during fast presses restores the server's state", async () => {
    api.likes = [{ activity: activityId, user: ben._id }];
    show();
    await waitFor(() => expect(like().textContent).toBe('Like1'));
    const respond = holdResponses();
    api.refusal = 'There is no such activity';
    fireEvent.click(like());
    await waitFor(() => expect(sent()).toEqual(['POST']));
    fireEvent.click(like());
    fireEvent.click(like());
    respond();
    await waitFor(() => expect(like().getAttribute('aria-busy')).toBe(null));
    expect(like().textContent).toBe('Like1');
    expect(like().getAttribute('aria-pressed')).toBe('false');
    expect(toasts().every(({ isError }) => isError)).toBe(true);
  });

  test('[SOCIAL-3] show an error and do not change when refused', async () => {
    api.likes = [{ activity: activityId, user: ben._id }];
    show();
    await waitFor(() => expect(like().textContent).toBe('Like1'));
    api.refusal = 'There is no such activity';
    fireEvent.click(like());
    await said('Error: Error submitting like/unlike. There is no such activity');
    expect(like().textContent).toBe('Like1');
    expect(like().getAttribute('aria-pressed')).toBe('false');
  });

  test('[SOCIAL-3] show before the server has responded, and go back when it refuses', async () => {
    api.likes = [{ activity: activityId, user: ben._id }];
    show();
    await waitFor(() => expect(like().textContent).toBe('Like1'));
    let respond = () => {};
    const mayRespond = new Promise<void>((resolve) => (respond = resolve));
    api.replies['POST /api/likes'] = async () => {
      await mayRespond;
      return undefined;
    };
    api.refusal = 'There is no such activity';
    fireEvent.click(like());
    await waitFor(() => expect(like().textContent).toBe('Like2'));
    expect(like().getAttribute('aria-pressed')).toBe('true');
    respond();
    await said('Error: Error submitting like/unlike. There is no such activity');
    expect(like().textContent).toBe('Like1');
    expect(like().getAttribute('aria-pressed')).toBe('false');
  });

  test('[SOCIAL-3] without likes are only the button, and the first shows the viewer’s face', async () => {
    api.people = [mara];
    show();
    await screen.findByRole('button', { name: 'Comment' });
    expect(like().textContent).toBe('Like');
    expect(screen.queryByRole('img')).toBeNull();
    fireEvent.click(like());
    expect(await screen.findByRole('img', { name: 'Liked by you' })).toBeTruthy();
    fireEvent.click(like());
    await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
    expect(like().textContent).toBe('Like');
  });
});

describe('comments', () => {
  test('[SOCIAL-1] open from their count, which excludes removed ones', async () => {
    api.comments = [
      { ...ofBen, replies: [buildReply({ _id: idOf(11), parent: ofBen._id, user: cleo })] },
      buildComment({ _id: idOf(12), parent: activityId, user: cleo, message: '', removed: true }),
    ];
    show();
    const opener = await screen.findByRole('button', { name: '2 comments' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('textbox')).toBeNull();
    fireEvent.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    await screen.findByRole('list', { name: 'Comments' });
    const [first, second] = within(screen.getByRole('list', { name: 'Comments' }))
      .getAllByRole('listitem')
      .filter((item) => item.parentElement?.getAttribute('aria-label') === 'Comments');
    expect(first?.textContent).toContain('Strong finish!');
    expect(within(screen.getByRole('list', { name: 'Replies to Ben' })).getByText('Well rowed')).toBeTruthy();
    expect(second?.textContent).toContain('[deleted]');
    expect(
      within(first ?? document.body)
        .getByRole('link', { name: 'Ben' })
        .getAttribute('href'),
    ).toBe(`/athletes/${ben._id}`);
  });

  test('[SOCIAL-1] a saved comment appears with a toast, and the field is empty again', async () => {
    await open('Comment');
    expect(button('Post comment').disabled).toBe(true);
    type('Write a comment', '   ');
    expect(button('Post comment').disabled).toBe(true);
    type('Write a comment', '  See you on Thursday ');
    fireEvent.click(button('Post comment'));
    await said('Your comment was saved');
    expect(screen.getByText('See you on Thursday')).toBeTruthy();
    expect(button('1 comment')).toBeTruthy();
    expect(field('Write a comment').value).toBe('');
    expect(document.activeElement).toBe(field('Write a comment'));
    expect(api.changes().map(({ path, body }) => [path, body])).toEqual([
      ['/api/comments', { parent: activityId, user: mara._id, message: 'See you on Thursday', _id: aNewId }],
    ]);
  });

  test('[SOCIAL-1] typed text stays when the comment is refused or the comments are closed', async () => {
    await open('Comment');
    type('Write a comment', 'See you on Thursday');
    api.refusal = 'Too late';
    fireEvent.click(button('Post comment'));
    await said('Error: Error saving comment. Too late');
    fireEvent.click(button('Comment'));
    expect(screen.queryByRole('textbox')).toBeNull();
    fireEvent.click(button('Comment'));
    expect(field('Write a comment').value).toBe('See you on Thursday');
    api.refusal = null;
    fireEvent.click(button('Post comment'));
    expect(await screen.findByText('See you on Thursday')).toBeTruthy();
  });

  test('[SOCIAL-1] text refused while the user is on another page is there when they come back', async () => {
    const held = Promise.withResolvers<undefined>();
    api.replies['POST /api/comments'] = () => held.promise;
    const router = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Comment' }));
    type('Write a comment', 'See you on Thursday');
    fireEvent.click(button('Post comment'));
    await act(() => router.navigate('/explore/clubs'));
    expect(screen.queryByRole('textbox')).toBeNull();
    api.refusal = 'Too late';
    held.resolve(undefined);
    await said('Error: Error saving comment. Too late');
    await act(() => router.navigate(-1));
    fireEvent.click(await screen.findByRole('button', { name: 'Comment' }));
    expect(field('Write a comment').value).toBe('See you on Thursday');
    api.refusal = null;
    fireEvent.click(button('Post comment'));
    await said('Your comment was saved');
    await act(() => router.navigate('/explore/clubs'));
    await act(() => router.navigate(-1));
    fireEvent.click(await screen.findByRole('button', { name: '1 comment' }));
    expect(field('Write a comment').value).toBe('');
  });

  test('[SOCIAL-1] limits a comment to 500 characters, and shows the remaining ones near the limit', async () => {
    await open('Comment');
    expect(field('Write a comment').maxLength).toBe(500);
    type('Write a comment', 'x'.repeat(449));
    expect(screen.queryByText(/left/)).toBeNull();
    type('Write a comment', 'x'.repeat(450));
    expect(screen.getByText('50 characters left')).toBeTruthy();
    type('Write a comment', 'x'.repeat(499));
    expect(screen.getByText('1 character left')).toBeTruthy();
  });

  test('[SOCIAL-1] a saved reply appears below its comment, the form closes and Reply gets the focus', async () => {
    api.comments = [ofBen];
    await open('1 comment');
    fireEvent.click(button('Reply'));
    expect(document.activeElement).toBe(field('Reply to Ben'));
    expect(button('Post reply').disabled).toBe(true);
    type('Reply to Ben', 'Thank you');
    fireEvent.click(button('Post reply'));
    await said('Reply submitted');
    expect(within(screen.getByRole('list', { name: 'Replies to Ben' })).getByText('Thank you')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Reply to Ben' })).toBeNull();
    expect(document.activeElement).toBe(button('Reply'));
    expect(button('2 comments')).toBeTruthy();
    expect(api.changes().map(({ path, body }) => [path, body])).toEqual([
      ['/api/comments/reply', { parent: ofBen._id, user: mara._id, message: 'Thank you', _id: aNewId }],
    ]);
  });

  test('[SOCIAL-1] a refused reply stays in its form', async () => {
    api.comments = [ofBen];
    await open('1 comment');
    fireEvent.click(button('Reply'));
    type('Reply to Ben', 'Thank you');
    api.refusal = 'There is no such comment';
    fireEvent.click(button('Post reply'));
    await said('Error: Error submitting reply. There is no such comment');
    expect(field('Reply to Ben').value).toBe('Thank you');
    button('Cancel').focus();
    fireEvent.click(button('Cancel'));
    expect(screen.queryByRole('textbox', { name: 'Reply to Ben' })).toBeNull();
    expect(document.activeElement).toBe(button('Reply'));
  });

  test('[SOCIAL-1] a removed comment accepts replies only if it has some, and a reply never does', async () => {
    const removed = { message: '', removed: true };
    const answered = buildComment({ _id: idOf(20), parent: activityId, user: ben, ...removed });
    answered.replies = [buildReply({ _id: idOf(21), parent: idOf(20), user: cleo })];
    api.comments = [answered, buildComment({ _id: idOf(22), parent: activityId, user: cleo, ...removed })];
    await open('1 comment');
    expect(screen.getAllByRole('button', { name: 'Reply' })).toHaveLength(1);
    fireEvent.click(button('Reply'));
    expect(field('Reply to Ben')).toBeTruthy();
  });

  test('[UI-4] show a Try again button and no toast when they cannot be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.isDown = true;
    api.comments = [ofBen];
    await open('Comments');
    const sentences = ["The likes couldn't be loaded.", "The comments couldn't be loaded."];
    const retries = () => screen.getAllByRole('button', { name: 'Try again' });
    await waitFor(() =>
      expect(retries().map((each) => each.previousElementSibling?.textContent)).toEqual(sentences),
    );
    expect(toasts()).toEqual([]);
    api.isDown = false;
    for (const retry of retries()) fireEvent.click(retry);
    expect(await screen.findByText('Strong finish!')).toBeTruthy();
    expect(button('1 comment')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Like' })).toBeTruthy();
  });
});

describe('deleting', () => {
  const question = 'Are you sure you want to delete this message?';
  const ofMara = buildComment({ _id: idOf(30), parent: activityId, user: mara, message: 'Something rash' });
  const replyOfMara = buildReply({ _id: idOf(31), parent: ofBen._id, user: mara, message: 'And this' });

  test('[SOCIAL-2] is offered only for the viewer’s own, not removed messages', async () => {
    api.comments = [
      ofBen,
      ofMara,
      { ...ofMara, _id: idOf(32), message: '', removed: true },
      { ...ofBen, _id: idOf(33), replies: [buildReply({ _id: idOf(34), parent: idOf(33), user: cleo })] },
    ];
    await open('4 comments');
    const places = screen.getAllByRole('button', { name: 'Delete' }).map((each) => each.closest('li'));
    expect(places.map((place) => place?.textContent?.includes('Something rash'))).toEqual([true]);
  });

  /** Clicks the only Delete button and confirms or cancels. */
  async function remove(answer: 'Yes' | 'Cancel') {
    const opener = button('Delete');
    opener.focus();
    fireEvent.click(opener);
    const dialog = screen.getByRole('alertdialog', { name: question });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(within(dialog).getByRole('button', { name: answer }));
    await act(() => vi.advanceTimersByTimeAsync(confirmDialogMs));
    vi.useRealTimers();
  }

  test('[SOCIAL-2] asks first, then shows [deleted] and keeps the focus there', async () => {
    api.comments = [ofMara, ofBen];
    await open('2 comments');
    await remove('Yes');
    await said('Comment deleted');
    expect(screen.queryByText('Something rash')).toBeNull();
    const place = screen.getByText('[deleted]').closest('li');
    expect(document.activeElement).toBe(place);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(button('1 comment')).toBeTruthy();
    expect(api.changes().map(({ method, path, query }) => [method, path, query])).toEqual([
      ['DELETE', '/api/comments', { comment: ofMara._id, user: mara._id }],
    ]);
  });

  test('[SOCIAL-2] deleting of a reply sends the id of its comment', async () => {
    api.comments = [{ ...ofBen, replies: [replyOfMara] }];
    await open('2 comments');
    await remove('Yes');
    await said('Comment deleted');
    expect(within(screen.getByRole('list', { name: 'Replies to Ben' })).getByText('[deleted]')).toBeTruthy();
    expect(api.changes().map(({ path, query }) => [path, query])).toEqual([
      ['/api/comments/reply', { reply: replyOfMara._id, parent: ofBen._id, user: mara._id }],
    ]);
  });

  test('[SOCIAL-2] does nothing on Cancel', async () => {
    api.comments = [ofMara];
    await open('1 comment');
    await remove('Cancel');
    expect(api.changes()).toEqual([]);
    expect(screen.getByText('Something rash')).toBeTruthy();
  });

  test('[SOCIAL-2] shows an error and keeps the message when refused', async () => {
    api.comments = [ofMara];
    await open('1 comment');
    api.refusal = 'Only the author can delete a message';
    await remove('Yes');
    await said('Error: Error deleting comment. Only the author can delete a message');
    expect(screen.getByText('Something rash')).toBeTruthy();
  });
});

describe('many comments', () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      buildComment({ _id: idOf(2000 + index), parent: activityId, user: ben, message: `No. ${index + 1}` }),
    );
  const shown = () => screen.getAllByText(/^No\. /).map(({ textContent }) => textContent);

  test('show the last three, and the earlier ones on request with the focus on the first', async () => {
    api.comments = numbered(60);
    await open('60 comments');
    expect(shown()).toEqual(['No. 58', 'No. 59', 'No. 60']);
    const earlier = screen.getByRole('button', { name: 'Show 57 earlier: Comments' });
    expect(earlier.textContent).toBe('Show 57 earlier');
    earlier.focus();
    fireEvent.click(earlier);
    expect(shown()).toHaveLength(60);
    expect(screen.queryByRole('button', { name: /earlier/ })).toBeNull();
    expect(document.activeElement).toBe(screen.getByText('No. 1').closest('li'));
  });

  test('show a new one in addition to the last three', async () => {
    api.comments = numbered(5);
    await open('5 comments');
    type('Write a comment', 'No. 6');
    fireEvent.click(button('Post comment'));
    await said('Your comment was saved');
    expect(shown()).toEqual(['No. 3', 'No. 4', 'No. 5', 'No. 6']);
    expect(screen.getByRole('button', { name: /^Show 2 earlier/ })).toBeTruthy();
  });

  test('show all of three, and the last three replies', async () => {
    const replies = numbered(9).map((each) => buildReply({ ...each, parent: ofBen._id }));
    api.comments = [{ ...ofBen, replies }];
    await open('10 comments');
    expect(shown()).toEqual(['No. 7', 'No. 8', 'No. 9']);
    fireEvent.click(screen.getByRole('button', { name: 'Show 6 earlier: Replies to Ben' }));
    expect(shown()).toHaveLength(9);
  });
});

describe('the list', () => {
  test('is not fetched again when one comment is posted, answered or deleted', async () => {
    api.comments = [ofBen];
    await open('1 comment');
    const loads = () => api.calls.filter(({ method, path }) => method === 'GET' && path.includes('comments'));
    await waitFor(() => expect(loads().length).toBeGreaterThan(0));
    const { length } = loads();
    type('Write a comment', 'One more');
    fireEvent.click(button('Post comment'));
    expect(await screen.findByText('One more')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Reply' })[0] ?? document.body);
    type('Reply to Ben', 'Thank you');
    fireEvent.click(button('Post reply'));
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(button('3 comments')).toBeTruthy();
    expect(loads()).toHaveLength(length);
  });
});
