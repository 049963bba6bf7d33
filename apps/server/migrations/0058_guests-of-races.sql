CREATE TABLE "guest_logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "guest_logins_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guest_logins" ADD CONSTRAINT "guest_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_logins_user" ON "guest_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guest_logins_ends" ON "guest_logins" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "users_guests" ON "users" USING btree ("id") WHERE "users"."is_guest";