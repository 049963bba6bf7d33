import { MailChoice } from './mail-choice.tsx';
import { PushChoice } from './push-choice.tsx';

/** Where a member gets notifications, beside the bell. */
export function NotificationChoices() {
  return (
    <>
      <MailChoice />
      <PushChoice />
    </>
  );
}
