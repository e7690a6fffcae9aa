/** An answer with its JSON body. */
export async function json(asked: Promise<Response> | Response) {
  const response = await asked
  return { status: response.status, body: await response.json(), headers: response.headers }
}
