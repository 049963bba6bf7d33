import { settle } from './fixtures/offline/installation.ts';
import { expect, test } from './fixtures/product.ts';

test.use({ serviceWorkers: 'allow' });

test('a push message that the worker cannot read is shown as "New notification"', async ({ newMember }) => {
  const { page, context } = await newMember('Ann Oar');
  await context.grantPermissions(['notifications']);
  await settle(page);
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  for (const data of ['{"kind":"of a newer server"}', 'no JSON', '']) {
    await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  }
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body }) => [title, body]);
    });
  await expect.poll(shown).toEqual([['New notification', 'Open the app to read it.']]);
});
