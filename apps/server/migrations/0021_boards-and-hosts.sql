-- Boards of hosts who are no longer members of the session's club end.
DELETE FROM "boards" USING "sessions"
WHERE "sessions"."id" = "boards"."session_id" AND "sessions"."club_id" IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM "club_memberships"
	WHERE "club_memberships"."club_id" = "sessions"."club_id" AND "club_memberships"."user_id" = "sessions"."host_user_id" AND "club_memberships"."role" >= 0
);--> statement-breakpoint
-- The club's owner hosts their sessions that can still be rowed.
UPDATE "sessions" SET "host_user_id" = "owner"."user_id" FROM "club_memberships" AS "owner"
WHERE "owner"."club_id" = "sessions"."club_id" AND "owner"."role" = 2 AND "sessions"."deleted_at" IS NULL AND "sessions"."start_at" > now() - interval '24 hours' AND NOT EXISTS (
	SELECT 1 FROM "club_memberships"
	WHERE "club_memberships"."club_id" = "sessions"."club_id" AND "club_memberships"."user_id" = "sessions"."host_user_id" AND "club_memberships"."role" >= 0
);--> statement-breakpoint
ALTER TABLE "boards" ADD COLUMN "created_by" uuid;--> statement-breakpoint
UPDATE "boards" SET "created_by" = "sessions"."host_user_id" FROM "sessions" WHERE "sessions"."id" = "boards"."session_id";--> statement-breakpoint
ALTER TABLE "boards" ALTER COLUMN "created_by" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "boards" ADD CONSTRAINT "boards_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "boards_created_by" ON "boards" USING btree ("created_by");
