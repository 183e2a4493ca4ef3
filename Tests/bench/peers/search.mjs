// What one would write by hand in Node: a line of JSON in, a search over HTTP, a line of JSON out.
const endpoint = process.argv[2];

async function search(query) {
  const parameters = new URLSearchParams({ action: 'query', list: 'search', format: 'json', srsearch: query, srlimit: 20 });
  const answer = await (await fetch(`${endpoint}?${parameters}`)).json();
  const items = answer.query.search.map((hit) => ({ id: String(hit.pageid), title: hit.title, snippet: hit.snippet }));
  return { jsonrpc: '2.0', method: 'items', params: { query, from: 0, items } };
}

let pending = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (pending + chunk).split('\n');
  pending = lines.pop();
  let answers = '';
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.method === 'submit') {
      search(message.params.query).then((answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
    } else {
      answers += `${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { outcome: 'idle', generation: 0 } })}\n`;
    }
  }
  if (answers) process.stdout.write(answers);
});
