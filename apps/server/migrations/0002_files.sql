CREATE TABLE "pending_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"image_name" text,
	"refusal" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_images" (
	"name" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pending_uploads" ADD CONSTRAINT "pending_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_images" ADD CONSTRAINT "stored_images_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_uploads_user" ON "pending_uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_uploads_created" ON "pending_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stored_images_user" ON "stored_images" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stored_images_created" ON "stored_images" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stored_images_name" ON "stored_images" USING btree ("name" collate "C");