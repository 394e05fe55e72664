#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/stack.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* Swift imports no macro of this shape. */

static inline int jadwal_openssl_public_key(void) { return EVP_PKEY_PUBLIC_KEY; }

static inline int jadwal_openssl_key_pair(void) { return EVP_PKEY_KEYPAIR; }

/* The names of parameters live as long as the program: OSSL_PARAM_BLD keeps the pointer, not the text. */

static inline const char *jadwal_openssl_group(void) { return OSSL_PKEY_PARAM_GROUP_NAME; }

static inline const char *jadwal_openssl_public(void) { return OSSL_PKEY_PARAM_PUB_KEY; }

static inline const char *jadwal_openssl_private(void) { return OSSL_PKEY_PARAM_PRIV_KEY; }

static inline const char *jadwal_openssl_rsa_modulus(void) { return OSSL_PKEY_PARAM_RSA_N; }

static inline const char *jadwal_openssl_rsa_exponent(void) { return OSSL_PKEY_PARAM_RSA_E; }
