import { expect, take, test, visit } from './studio.ts';

test("a club's pages, and what its admins do", async ({ enter }) => {
  const maren = await enter('maren');
  await visit(maren, '/clubs/harbour/general', 'Harbour Rowing Club');
  await take(maren.page, 'club', { screen: 'tall' });
  await visit(maren, '/clubs/harbour/members', 'Admins');
  await take(maren.page, 'members', {
    screen: 'narrow',
    of: maren.page.getByRole('region', { name: 'Admins' }),
  });
  await visit(maren, '/clubs/harbour/edit', /./);
  await maren.page.getByLabel('Description').fill('Steady miles before work, and pieces on Thursdays.');
  await expect(maren.page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await take(maren.page, 'club-edit');

  const sofia = await enter('sofia');
  await visit(sofia, '/clubs/night-shift/members', 'Pending Requests to Join');
  await take(sofia.page, 'requests', { screen: 'tall' });
  await visit(sofia, '/club-create', /./);
  await sofia.page.getByRole('textbox', { name: 'Name' }).first().fill('Early Birds');
  await sofia.page.getByLabel(/custom URL/i).fill('early-birds');
  await expect(sofia.page.getByText('This club url is available')).toBeVisible();
  await take(sofia.page, 'club-create', { screen: 'tall' });
});
