DROP INDEX "activities_past";--> statement-breakpoint
-- Both in one statement, because each rewrites the table.
ALTER TABLE "activities" ADD COLUMN "past_kind" text GENERATED ALWAYS AS (case when is_completed then case
          when workout_type in (0, 1) then 'open'
          when workout_type in (2, 3) then 'distance'
          when workout_type in (4, 5) then 'time'
          when workout_type = 10 then 'calories'
          when workout_type in (6, 7, 8, 9, 12) then 'intervals'
          when workout_type is null then case jsonb_array_length(plan -> 'pieces')
            when 0 then 'open' when 1 then plan #>> '{pieces,0,kind}' else case when plan is not null then 'intervals' end
          end
        end end) STORED,
  ADD COLUMN "past_text" text GENERATED ALWAYS AS (case when is_completed then replace(public.folded_name(title || chr(10) || workout), ' ', '') end) STORED;--> statement-breakpoint
CREATE INDEX "activities_past" ON "activities" USING btree ("user_id","created_at","id","session_id","visibility","past_distance","past_elapsed_time","past_average_pace","is_partial","source","machine","past_kind","past_text") WHERE "activities"."is_completed";