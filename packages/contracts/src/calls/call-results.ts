import { z } from 'zod';

/** One entry of `warnings`, in the shape the error catalogue reads (spec API-20, ERR-01). */
export const warningSchema = z.object({
  userMessage: z.string(),
  message: z.string(),
  code: z.string(),
});

/** The response of calls that change something and have nothing else to report (spec API-20). */
export const changeResultSchema = z.object({
  isSuccess: z.boolean(),
  warnings: z.array(warningSchema),
});
