CREATE TABLE "alert_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"alerts" jsonb NOT NULL,
	"alert_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"dropped_at" timestamp (3) with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "alert_queue" (
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"alert_id" uuid NOT NULL,
	CONSTRAINT "alert_queue_user_id_channel_alert_id_pk" PRIMARY KEY("user_id","channel","alert_id")
);
--> statement-breakpoint
CREATE TABLE "alert_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"silent_kinds" text[] DEFAULT '{}'::text[] NOT NULL,
	"sends_email" boolean DEFAULT true NOT NULL,
	"webhook_url" text,
	"webhook_secret" text,
	"webhook_error" text,
	"failure_count" integer DEFAULT 10 NOT NULL,
	"failure_minutes" integer DEFAULT 60 NOT NULL,
	"sync_lag_minutes" integer DEFAULT 60 NOT NULL,
	"muted_until" timestamp (3) with time zone,
	"is_for_everyone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"group_key" text NOT NULL,
	"name" text NOT NULL,
	"workflow_id" uuid,
	"connector_id" uuid,
	"flow_id" uuid,
	"run_id" text,
	"message" text,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"is_silent" boolean DEFAULT false NOT NULL,
	"is_pending" boolean DEFAULT true NOT NULL,
	"queued_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_alert_settings" (
	"workflow_id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"muted_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "alert_queue" ADD CONSTRAINT "alert_queue_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_messages_waiting" ON "alert_messages" USING btree ("next_attempt_at") WHERE "alert_messages"."sent_at" is null and "alert_messages"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "alert_messages_person" ON "alert_messages" USING btree ("user_id","channel","created_at");--> statement-breakpoint
CREATE INDEX "alert_queue_alert" ON "alert_queue" USING btree ("alert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_group_unique" ON "alerts" USING btree ("owner_user_id","group_key");--> statement-breakpoint
CREATE INDEX "alerts_owner" ON "alerts" USING btree ("owner_user_id","last_at","id");--> statement-breakpoint
CREATE INDEX "alerts_last" ON "alerts" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "alerts_unread" ON "alerts" USING btree ("owner_user_id") WHERE "alerts"."read_at" is null and not "alerts"."is_silent";--> statement-breakpoint
CREATE INDEX "alerts_pending" ON "alerts" USING btree ("last_at") WHERE "alerts"."is_pending";