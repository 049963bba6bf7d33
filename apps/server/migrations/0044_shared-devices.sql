CREATE TABLE "auth_device_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device" text NOT NULL,
	"user_id" text NOT NULL,
	"login_id" text NOT NULL,
	"user_agent" text,
	"pin" text,
	"wrong_pins" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_device_members" ADD CONSTRAINT "auth_device_members_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "auth_device_members_device_user" ON "auth_device_members" USING btree ("device","user_id");--> statement-breakpoint
CREATE INDEX "auth_device_members_user" ON "auth_device_members" USING btree ("user_id");