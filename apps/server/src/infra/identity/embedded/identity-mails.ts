import { serverLimits } from '@boathouse/contract/limits';
import type { MailMessage } from '../../mail.ts';

/** How long a mailed link is valid. */
export const linkLifetimeSec = 60 * 60;

export function resetMail(to: string, productName: string, link: string): MailMessage {
  return {
    to,
    link,
    validForSec: linkLifetimeSec,
    subject: `Reset your ${productName} password`,
    text: [
      `You asked to reset the password of your ${productName} account.`,
      `Choose a new one here, within one hour:`,
      link,
      `This logs out every device. If you did not ask for it, ignore this email: your password stays the same.`,
    ].join('\n\n'),
  };
}

export function newEmailMail(to: string, productName: string, link: string): MailMessage {
  return {
    to,
    link,
    validForSec: linkLifetimeSec,
    subject: `Confirm your new email for ${productName}`,
    text: [
      `You asked to use this address for your ${productName} account.`,
      `Confirm it within one hour, in the browser in which you are logged in:`,
      link,
      `If you did not ask for it, ignore this email: nothing will change.`,
    ].join('\n\n'),
  };
}

/** Warns the old address, because a stranger at an unlocked computer could take over the account unnoticed. */
export function changeNotice(
  to: string,
  productName: string,
  newEmail: string,
  takeBackLink: string,
): MailMessage {
  return {
    to,
    link: takeBackLink,
    validForSec: serverLimits.takeBackDays * 86_400,
    subject: `A new email for your ${productName} account`,
    text: [
      `The email of your ${productName} account is about to become ${newEmail}, once that address is confirmed.`,
      `If this was you, you need not do anything.`,
      `If this was not you, take the change back here, within ${serverLimits.takeBackDays} days:`,
      takeBackLink,
      `This also works after the change, and without logging in. It restores this address, logs out every device, and lets you choose a new password.`,
    ].join('\n\n'),
  };
}
