CREATE TABLE "deployment_hook_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hook_id" uuid NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"dropped_at" timestamp (3) with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "deployment_hooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"target" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deployment_hook_messages" ADD CONSTRAINT "deployment_hook_messages_hook_id_deployment_hooks_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."deployment_hooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deployment_hook_messages_waiting" ON "deployment_hook_messages" USING btree ("next_attempt_at") WHERE "deployment_hook_messages"."sent_at" is null and "deployment_hook_messages"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "deployment_hook_messages_hook" ON "deployment_hook_messages" USING btree ("hook_id","created_at");