import type { Activity } from '@boathouse/contract/activities';
import { ActivityPage as Page } from '../features/activities/activity/activity-page.tsx';
import { SaveAsTemplate } from '../features/templates/index.ts';

/** The page of an activity, whose workout can be kept. */
export function ActivityPage() {
  return <Page actionsOf={actionsOf} />;
}

function actionsOf({ workout, title }: Activity) {
  return <SaveAsTemplate {...{ workout, title }} />;
}
