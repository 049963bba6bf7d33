import type { Mail, MailMessage } from '../../src/infra/mail.ts';

/** Mail sent to the test, which reads the mails to an address. */
export function mailboxOfTest(): { mail: Mail; to(address: string): readonly MailMessage[]; clear(): void } {
  const messages: MailMessage[] = [];
  const send = async (message: MailMessage) => void messages.push(message);
  const state = () => ({ kind: 'smtp' as const, failure: null });
  return {
    mail: { send, forget: async () => {}, sweep: async () => {}, state, close() {} },
    clear: () => void messages.splice(0),
    to: (address) => messages.filter((message) => message.to === address),
  };
}
