import type { Login } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import type { Identity } from './identity/identity.ts';

/** The operator's requirement of a second factor for users who use the rights of a club's admins. */
export class SecondFactorDemand {
  readonly #identity: Pick<Identity, 'passwords' | 'providersOf'>;
  readonly #isDemanded: boolean;

  constructor(identity: Pick<Identity, 'passwords' | 'providersOf'>, isDemanded: boolean) {
    this.#identity = identity;
    this.#isDemanded = isDemanded;
  }

  /**
   * Returns whether the account has to turn its second factor on. For an account without a password, its provider
   * decides.
   */
  async isOpen(login: Login): Promise<boolean> {
    const { passwords } = this.#identity;
    if (!this.#isDemanded || passwords === null || (await passwords.secondFactors.isOn(login.uid))) {
      return false;
    }
    return (await this.#identity.providersOf(login)).includes('credential');
  }

  /**
   * Call it before a change that may be an admin's.
   * @param usesRights whether the caller may make the change only as an admin or the owner of a club
   * @throws HttpError 403 second_factor_demanded
   */
  async check(login: Login, usesRights: () => Promise<boolean>, who = 'the admins of clubs'): Promise<void> {
    if (!(await this.isOpen(login)) || !(await usesRights())) return;
    throw new HttpError(
      403,
      'second_factor_demanded',
      `On this server, ${who} need a second factor. Turn it on in Settings, Security.`,
    );
  }
}
