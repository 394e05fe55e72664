// The tables of a customer's account.
//
// - Customers.swift: the account. SignIns.swift: sign-ins under way. SessionRows.swift: sessions, and the rows of an
//   export. AppSessions.swift: sessions of apps, and their refresh tokens.
// - LinkedLogins.swift: logins at other providers, and the ways there.
// - DevicePasswords.swift: the passwords of devices. DeviceSetups.swift: their set-ups by profiles.
// - PersonalTokens.swift: the tokens of programs that customers connect.
// - CustomerList.swift: accounts as an operator sees them.
// - AddressChanges.swift and AccountDeletions.swift: wishes that a mailed link confirms.
// - CustomerNetworks.swift: networks of earlier sign-ins. ProfileGrants.swift: addresses of profiles.
