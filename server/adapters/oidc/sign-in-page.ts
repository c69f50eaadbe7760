const pageHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Voice PHI Proxy</title>
</head>`;

/** Asks for a one-time ticket. Holds nothing of the request. */
export function ticketPage(refused: boolean): string {
  const notice = refused
    ? '<p role="alert">That code is not valid. Codes work once and for 15 minutes.</p>'
    : '';
  return `${pageHead}
<body>
<main>
<h1>Sign in</h1>
${notice}
<p>Open the one-time sign-in link that the service printed where it runs, or enter its code.
For a new one, run <code>svc sign-in-link</code> on that machine.</p>
<form method="post">
<label for="ticket">Code</label>
<input id="ticket" name="ticket" autocomplete="off" autofocus required maxlength="64">
<button>Sign in</button>
</form>
</main>
</body>
</html>
`;
}
