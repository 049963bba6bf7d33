// @vitest-environment happy-dom
import { clubRoles } from '@boathouse/contract/clubs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stubReplies } from '../../../../test/fake-api.ts';
import { buildClub, buildUser, idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openAs } from '../../../../test/signed-in-page.tsx';
import { ClubLayout } from '../clubs/club-layout.tsx';
import { SquadsPage } from './squads-page.tsx';

afterEach(cleanUp);

const club = buildClub(50, 'Harbour');
const ben = buildUser(2, 'Ben Scull');

test.each([
  { when: 'while the question is open', isLate: false },
  { when: 'after the question has closed', isLate: true },
])(
  'a squad that is deleted $when hands the focus to the squad beside it',
  async ({ isLate }) => {
    let answer = () => {};
    let squads = ['Juniors', 'Masters', 'Seniors'].map((name, index) => ({
      _id: idOf(70 + index),
      name,
      members: [ben],
      sessions: [],
    }));
    const api = stubReplies(({ path }) => {
      if (path === `/api/clubs/customURL/${club.customURL}`) return { body: club };
      if (path === '/api/clubmemberships/ismember')
        return { body: { isMember: true, role: clubRoles.admin } };
      return { body: path.endsWith('/squads') ? squads : [] };
    });
    for (const { _id } of squads) {
      api.replies[`DELETE /api/clubs/${club._id}/squads/${_id}`] = async () => {
        if (isLate) await new Promise<void>((resolve) => (answer = resolve));
        squads = squads.filter((squad) => squad._id !== _id);
        return { body: { _id } };
      };
    }
    openAs(
      mara,
      [{ Component: ClubLayout, children: [{ path: '/clubs/:clubURL/squads', Component: SquadsPage }] }],
      `/clubs/${club.customURL}/squads`,
    );
    const deleteSquad = async (name: string) => {
      const opener = await screen.findByRole('button', { name: `Delete ${name}` });
      opener.focus();
      fireEvent.click(opener);
      fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), { timeout: 3_000 });
      answer();
      await waitFor(() => expect(screen.queryByRole('heading', { name })).toBeNull());
    };
    await deleteSquad('Masters');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change Seniors'));
    await deleteSquad('Seniors');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change Juniors'));
    await deleteSquad('Juniors');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New squad'));
  },
  15_000,
);
