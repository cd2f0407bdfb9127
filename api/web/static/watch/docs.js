// The OpenAPI document in its viewer. Nothing is asked of any other server: no validator, no fonts.
"use strict";

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
