import { expect, test } from './fixtures/product.ts';

test('an athlete tags a result while entering it, changes its tags, and finds it by one', async ({
  newMember,
}) => {
  const { page } = await newMember('Mara Vogt');
  await page.goto('/training/enter');
  await page.getByRole('textbox', { name: 'Workout, if it had one' }).fill('2000 m');
  await page.getByRole('textbox', { name: 'Time', exact: true }).fill('7:05.3');
  await page.getByLabel('Date').fill('2026-01-05');
  const tag = page.getByRole('textbox', { name: 'New tag' });
  await tag.fill('winter, test');
  await tag.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove winter' })).toBeVisible();
  await page.getByRole('button', { name: 'Store result' }).click();

  await page.getByRole('button', { name: 'Tools' }).click();
  const panel = page.getByRole('region', { name: 'Your tags' });
  await expect(panel.getByText('winter, test')).toBeVisible();
  await panel.getByRole('button', { name: 'Edit tags' }).click();
  await expect(tag).toBeFocused();
  await tag.fill('borrowed erg');
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await panel.getByRole('button', { name: 'Remove test' }).click();
  await expect(panel.getByRole('button', { name: 'Add test' })).toHaveCount(0);

  await page.goto('/training/activity');
  await page.getByRole('link', { name: 'Activities tagged borrowed erg' }).click();
  await expect(page.getByRole('button', { name: 'Clear Tag: borrowed erg' })).toBeVisible();
  await expect(page.getByRole('link', { name: '2,000 m', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Tag: borrowed erg' }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Tag' }).locator('option')).toHaveText([
    'No filter',
    'borrowed erg',
    'winter',
  ]);
  await page.goto('/training/activity?tag=test');
  await expect(page.getByText("We couldn't find any activities matching those filters")).toBeVisible();
});
