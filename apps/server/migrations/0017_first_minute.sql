ALTER TABLE "users" ADD COLUMN "hides_first_steps" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "clubs_newest" ON "clubs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id") WHERE "users"."visibility" = 'everyone' and not "users"."is_former";