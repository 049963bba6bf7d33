// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { DisplayNameSchema, formerMemberName } from '@boathouse/contract/users';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { mara } from '../../../../test/people.ts';
import { AthleteLink } from './athlete-link.tsx';

afterEach(cleanup);

const show = (displayName: string) => {
  const element = <AthleteLink athlete={{ ...mara, displayName }} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
};

test('a name leads to the profile', () => {
  show('Mara Lindqvist');
  expect(screen.getByRole('link', { name: 'Mara Lindqvist' }).getAttribute('href')).toBe(
    `/athletes/${mara._id}`,
  );
});

test('a user who deleted their account has no profile to open, and no other user has that name', () => {
  show(formerMemberName);
  expect(screen.getByText(formerMemberName)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  for (const name of [formerMemberName, ' former  MEMBER ']) {
    expect(DisplayNameSchema.safeParse(name).success, name).toBe(false);
  }
  expect(DisplayNameSchema.safeParse('Former Membership').success).toBe(true);
});
