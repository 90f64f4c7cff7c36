import type { ApprovalDecided, ApprovalQuestion } from '@portage/contracts';

export interface StoredApproval {
  question: ApprovalQuestion;
  step: string;
  decided: ApprovalDecided | null;
}

/** The questions that a shard's runs ask people. Only the first decision counts. */
export class ApprovalStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Asking again doesn't change the question. */
  ask(runKey: number, question: ApprovalQuestion, step: string): void {
    this.#sql.exec(
      'INSERT OR IGNORE INTO approvals (run_key, approval_id, step, question) VALUES (?, ?, ?, ?)',
      runKey,
      question.approvalId,
      step,
      JSON.stringify(question),
    );
  }

  find(runKey: number, approvalId: string): StoredApproval | null {
    const query = 'SELECT question, step, decided FROM approvals WHERE run_key = ? AND approval_id = ?';
    const row = this.#sql.exec<{ question: string; step: string; decided: string | null }>(query, runKey, approvalId).toArray()[0];
    if (!row) return null;
    const decided = row.decided === null ? null : (JSON.parse(row.decided) as ApprovalDecided);
    return { question: JSON.parse(row.question) as ApprovalQuestion, step: row.step, decided };
  }

  /** @returns false if it was already decided, or there is no such request */
  decide(runKey: number, approvalId: string, decided: ApprovalDecided): boolean {
    const query = 'UPDATE approvals SET decided = ? WHERE run_key = ? AND approval_id = ? AND decided IS NULL RETURNING run_key';
    return this.#sql.exec(query, JSON.stringify(decided), runKey, approvalId).toArray().length > 0;
  }

  removeAll(runKey: number): void {
    this.#sql.exec('DELETE FROM approvals WHERE run_key = ?', runKey);
  }
}
