import type { MailMessage } from './mail.ts';

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
