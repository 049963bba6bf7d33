export { FeedPanel } from './feed-panel.tsx';
export { ActivityFeed } from './activity-feed.tsx';
export { RecentActivities } from './recent-activities.tsx';
export { RecentSessions } from './recent-sessions.tsx';
export { UpcomingSessions } from './upcoming-sessions.tsx';
