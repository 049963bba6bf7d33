export { clubsOfUser, membershipsOfClub, membershipsOfUser } from './api.ts';
export { InvitedClub } from './invitations/invited-club.tsx';
export { isAdmin, membershipInClub } from './membership.ts';
export { YourClubs } from './your-clubs.tsx';
