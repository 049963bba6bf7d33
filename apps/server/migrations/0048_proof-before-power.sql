CREATE TABLE "auth_email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"digest" text NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auth_email_changes_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "is_by_pin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "code_proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth_email_changes" ADD CONSTRAINT "auth_email_changes_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_email_changes_user" ON "auth_email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_email_changes_old_email" ON "auth_email_changes" USING btree ("old_email");--> statement-breakpoint
CREATE INDEX "auth_email_changes_expires" ON "auth_email_changes" USING btree ("expires_at");--> statement-breakpoint
-- Which logins began by PIN was not stored: those in the list of a shared device may have.
UPDATE "auth_sessions" SET "is_by_pin" = true WHERE "id" IN (SELECT "login_id" FROM "auth_device_members");
