/** An answer with its JSON body. */
export async function toJsonResponse(asked: Promise<Response> | Response) {
  const response = await asked
  return { status: response.status, body: await response.json(), headers: response.headers }
}
