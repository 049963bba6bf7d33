import { MailChoice } from './mail-choice.tsx';
import { PushChoice } from './push-choice.tsx';

/** Where a member gets notifications, in addition to the bell. */
export function NotificationChoices() {
  return (
    <>
      <MailChoice />
      <PushChoice />
    </>
  );
}
