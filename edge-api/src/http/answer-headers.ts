const headersByRequest = new WeakMap<Request, Record<string, string>>();

/** Has the answer to a declared call carry a header, such as a cookie. @param name in lower case */
export function setAnswerHeader(request: Request, name: string, value: string): void {
  headersByRequest.set(request, { ...headersByRequest.get(request), [name]: value });
}

export function answerHeadersOf(request: Request): Record<string, string> | undefined {
  return headersByRequest.get(request);
}
