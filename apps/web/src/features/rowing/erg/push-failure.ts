import type { PushResult } from './workout-sender.ts';

/** Describes the failure in one sentence. */
export function failureWords(result: Exclude<PushResult, { kind: 'set' }>): string {
  switch (result.kind) {
    case 'refused':
      return result.reason;
    case 'rejected':
      return 'Your monitor refused the workout.';
    case 'noAnswer':
      return 'Your monitor did not respond.';
    case 'garbage':
      return "Your monitor's response couldn't be read.";
    case 'dropped':
      return 'The connection to your monitor was lost while sending.';
    case 'begun':
      return 'You began to row before your monitor confirmed the workout. Check its screen.';
    case 'notConfirmed':
      return 'Your monitor took the workout but reports another one. Check its screen.';
  }
}
