import { randomUUID } from 'node:crypto';
import { auth } from '@boathouse/contract/auth';
import type { Person } from '../support/test-app.ts';
import type { Attempts, Fixture } from './authorization-fixture.ts';

const password = 'a good password';

/** How each call of sign-in is made, correct except for its caller. */
export function authAttempts(fixture: Fixture) {
  const newEmail = () => `${randomUUID()}@athletes.example`;
  const post = (path: string, as: Person | null, body?: object) =>
    fixture.app().call('POST', `/api/auth/${path}`, { as, ...(body ? { body } : {}) });
  let made: Promise<string> | null = null;
  const makeAccount = async () => {
    const email = newEmail();
    await post('sign-up/email', null, { email, password, name: 'Tess Taken' });
    return email;
  };
  /** The email of an account that none of the personas has. */
  const takenEmail = () => (made ??= makeAccount());
  /** A user with the same role whose login may end. */
  const standIn = (as: Person | null) =>
    as === null ? null : fixture.signUp('Stan Stand-in', { withRecord: as.user._id !== '' });

  const loginIdOf = async (person: Person) => {
    const { body } = await fixture.app().call('GET', '/api/auth/get-session', { as: person });
    return auth.session.response.parse(body)?.session.id;
  };

  const passwordOf = (situation: string) =>
    situation === 'withAWrongPassword' ? 'a wrong password' : password;

  return {
    'auth.signUp': async (as, situation) => {
      const email = situation === 'withATakenEmail' ? await takenEmail() : newEmail();
      return post('sign-up/email', as, { email, password, name: 'Nina New' });
    },
    'auth.signIn': async (as, situation) => {
      const isRight = situation === 'withTheRightPassword';
      // Wrong passwords at one account would soon have to wait.
      const email = isRight ? await takenEmail() : newEmail();
      return post('sign-in/email', as, { email, password: isRight ? password : 'a wrong password' });
    },
    'auth.signOut': async (as) => post('sign-out', await standIn(as)),
    'auth.session': (as) => fixture.app().call('GET', '/api/auth/get-session', { as }),
    'auth.requestReset': async (as, situation) => {
      const email = situation === 'ofAnAccount' ? await takenEmail() : newEmail();
      return post('request-password-reset', as, { email });
    },
    'auth.resetPassword': (as) =>
      post('reset-password', as, { token: randomUUID(), newPassword: 'another password' }),
    'auth.changePassword': async (as, situation) => {
      const newPassword = 'a better one';
      return situation === 'withTheRightPassword'
        ? post('change-password', await standIn(as), { currentPassword: password, newPassword })
        : post('change-password', as, { currentPassword: 'a wrong password', newPassword });
    },
    'auth.changeEmail': (as) => post('change-email', as, { newEmail: newEmail() }),
    'auth.takeBackEmail': (as) => post('take-back-email', as, { token: randomUUID() }),
    'auth.secondFactor': (as) => fixture.app().call('GET', '/api/auth/second-factor', { as }),
    'auth.beginSecondFactor': async (as, situation) =>
      post('second-factor/begin', await standIn(as), { password: passwordOf(situation) }),
    'auth.confirmSecondFactor': async (as) =>
      post('second-factor/confirm', await standIn(as), { code: '000000' }),
    'auth.newRecoveryCodes': async (as, situation) =>
      post('second-factor/recovery-codes', await standIn(as), { password: passwordOf(situation) }),
    'auth.removeSecondFactor': async (as, situation) =>
      post('second-factor/remove', await standIn(as), { password: passwordOf(situation) }),
    'auth.logins': (as) => fixture.app().call('GET', '/api/auth/list-sessions', { as }),
    'auth.endLogin': async (as, situation) => {
      const owner = await fixture.signUp('Olli Owner', { withRecord: false });
      const caller = situation === 'ofTheCaller' && as !== null ? owner : as;
      return post('revoke-session', caller, { id: await loginIdOf(owner) });
    },
    'auth.endOtherLogins': async (as) => post('revoke-other-sessions', await standIn(as)),
    'auth.accounts': (as) => fixture.app().call('GET', '/api/auth/list-accounts', { as }),
    'auth.beginPopup': (as) =>
      post('sign-in/social', as, { provider: 'oidc', callbackURL: '/sign-in-popup.html' }),
    'devices.members': (as) => fixture.app().call('GET', '/api/auth/device', { as }),
    'devices.join': async (as, situation) =>
      fixture.app().call('PUT', '/api/auth/device/own', {
        as: await standIn(as),
        body: { pin: '2580', password: passwordOf(situation) },
      }),
    'devices.leave': (as) => fixture.app().call('DELETE', '/api/auth/device/own', { as }),
    'devices.switchTo': (as) =>
      post('device/switch', as, { member: fixture.people().self.user._id, pin: '2580' }),
    'devices.logOutEveryone': async (as) => post('device/log-out', await standIn(as)),
    'devices.list': (as) => fixture.app().call('GET', '/api/auth/devices', { as }),
    'devices.end': (as) => fixture.app().call('DELETE', `/api/auth/devices/${randomUUID()}`, { as }),
  } satisfies Attempts<'auth' | 'devices'>;
}
