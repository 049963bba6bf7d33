import type { MailMessage } from '../../mail.ts';

/** In seconds: how long a link in a mail can be used. */
export const linkLifetimeSec = 60 * 60;

export function resetMail(to: string, productName: string, link: string): MailMessage {
  return {
    to,
    link,
    subject: `Reset your ${productName} password`,
    text: [
      `Somebody, we hope you, asked to reset the password of your ${productName} account.`,
      `Choose a new one here, within one hour:`,
      link,
      `Setting it logs out every device. If this was not you, do nothing: your password stays as it is.`,
    ].join('\n\n'),
  };
}

export function newEmailMail(to: string, productName: string, link: string): MailMessage {
  return {
    to,
    link,
    subject: `Confirm your new email for ${productName}`,
    text: [
      `You asked to use this address for your ${productName} account.`,
      `Confirm it within one hour, in the browser in which you are logged in:`,
      link,
      `If this was not you, do nothing: nothing will change.`,
    ].join('\n\n'),
  };
}

/** To the old address: whoever sits at an open browser must not be able to take the account away unseen. */
export function changeNotice(
  to: string,
  productName: string,
  newEmail: string,
  resetLink: string,
): MailMessage {
  return {
    to,
    link: resetLink,
    subject: `A new email for your ${productName} account`,
    text: [
      `The email of your ${productName} account is about to become ${newEmail}, once that address is confirmed.`,
      `If this was not you, reset your password now, which logs out every device:`,
      resetLink,
    ].join('\n\n'),
  };
}
