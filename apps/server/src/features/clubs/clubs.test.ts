import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ClubMembershipSchema } from '@boathouse/contract/clubs';
import { usePglite } from '../../testing/databases.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { buildUser } from '../users/factory.ts';
import { buildClub, buildMembership } from './factory.ts';

const database = usePglite();
const app = useTestApp(database);

test('[API-CLUBS] the memberships of a user come by club name, and pending ones to that user alone', async () => {
  const { db } = database();
  const ann = await app().signUp('Ann');
  const ben = await app().signUp('Ben');
  const owner = await buildUser(db);
  const join = async (name: string, role: -1 | 0 | 1) =>
    buildMembership(db, {
      clubId: await buildClub(db, { ownerId: owner._id, name }),
      userId: ann.user._id,
      role,
    });
  await join('Weser', 1);
  await join('Alster', 0);
  await join('Main', -1);
  await buildClub(db, { ownerId: ann.user._id, name: 'Neckar' });

  const listedTo = async (as: typeof ann) => {
    const answer = await app().call('GET', `/api/clubmemberships/user/${ann.user._id}`, { as });
    return z
      .array(ClubMembershipSchema)
      .parse(answer.body)
      .map(({ user, club, role }) => [user._id === ann.user._id, club.name, role]);
  };
  expect(await listedTo(ann)).toEqual([
    [true, 'Alster', 0],
    [true, 'Main', -1],
    [true, 'Neckar', 2],
    [true, 'Weser', 1],
  ]);
  expect(await listedTo(ben)).toEqual([
    [true, 'Alster', 0],
    [true, 'Neckar', 2],
    [true, 'Weser', 1],
  ]);
});
